// A pyramid of boxes, a chain of joints and falling circles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "box2d/box2d.h"
#include <cstdio>

static b2Body *body(b2World &World, const b2Shape &Shape, b2Vec2 At) {
  b2BodyDef Def;
  Def.type = b2_dynamicBody;
  Def.position = At;
  b2Body *Made = World.CreateBody(&Def);
  Made->CreateFixture(&Shape, 1.0f);
  return Made;
}

int main() {
  b2World World(b2Vec2(0.0f, -10.0f));
  b2BodyDef GroundDef;
  b2Body *Ground = World.CreateBody(&GroundDef);
  b2EdgeShape Floor;
  Floor.SetTwoSided(b2Vec2(-80.0f, 0.0f), b2Vec2(80.0f, 0.0f));
  Ground->CreateFixture(&Floor, 0.0f);
  b2PolygonShape Box;
  Box.SetAsBox(0.5f, 0.5f);
  for (int Row = 0; Row < 22; ++Row)
    for (int At = Row; At < 22; ++At)
      body(World, Box,
           b2Vec2(-11.0f + 1.1f * At - 0.55f * Row, 0.75f + 1.1f * Row));
  b2CircleShape Ball;
  Ball.m_radius = 0.4f;
  for (int I = 0; I < 160; ++I)
    body(World, Ball,
         b2Vec2(-30.0f + 0.9f * (I % 40), 30.0f + 1.0f * (I / 40)));
  b2Body *Before = Ground;
  for (int I = 0; I < 40; ++I) {
    b2Body *Link = body(World, Box, b2Vec2(30.0f + I, 25.0f));
    b2RevoluteJointDef Joint;
    Joint.Initialize(Before, Link, b2Vec2(29.5f + I, 25.0f));
    World.CreateJoint(&Joint);
    Before = Link;
  }
  for (int Step = 0; Step < 120; ++Step)
    World.Step(1.0f / 60.0f, 8, 3);
  double Sum = 0;
  for (b2Body *At = World.GetBodyList(); At; At = At->GetNext())
    Sum += At->GetPosition().x + At->GetPosition().y;
  std::printf("%d bodies, %d contacts, %.3f\n", World.GetBodyCount(),
              World.GetContactCount(), Sum);
  return 0;
}
