// Boxes and spheres fall on a floor and on one another.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "btBulletDynamicsCommon.h"
#include <cstdio>

static void drop(btDiscreteDynamicsWorld &World, btCollisionShape *Shape,
                 btScalar Mass, const btVector3 &At) {
  btVector3 Inertia(0, 0, 0);
  if (Mass != 0)
    Shape->calculateLocalInertia(Mass, Inertia);
  btTransform Place;
  Place.setIdentity();
  Place.setOrigin(At);
  btRigidBody::btRigidBodyConstructionInfo Info(
      Mass, new btDefaultMotionState(Place), Shape, Inertia);
  World.addRigidBody(new btRigidBody(Info));
}

int main() {
  btDefaultCollisionConfiguration Configuration;
  btCollisionDispatcher Dispatcher(&Configuration);
  btDbvtBroadphase Pairs;
  btSequentialImpulseConstraintSolver Solver;
  btDiscreteDynamicsWorld World(&Dispatcher, &Pairs, &Solver, &Configuration);
  World.setGravity(btVector3(0, -10, 0));
  btBoxShape Floor(btVector3(60, 1, 60)), Box(btVector3(0.5, 0.5, 0.5));
  btSphereShape Ball(0.5);
  drop(World, &Floor, 0, btVector3(0, -1, 0));
  for (int Y = 0; Y < 7; ++Y)
    for (int X = 0; X < 10; ++X)
      for (int Z = 0; Z < 10; ++Z)
        drop(World,
             (X + Y + Z) % 3 ? static_cast<btCollisionShape *>(&Box) : &Ball, 1,
             btVector3(X * 1.05, 0.6 + Y * 1.1, Z * 1.05));
  for (int Step = 0; Step < 40; ++Step)
    World.stepSimulation(1 / 60.f, 0);
  double Sum = 0;
  for (int I = 0; I < World.getNumCollisionObjects(); ++I)
    Sum +=
        World.getCollisionObjectArray()[I]->getWorldTransform().getOrigin().y();
  std::printf("%d objects, %d manifolds, %.3f\n",
              World.getNumCollisionObjects(), Dispatcher.getNumManifolds(),
              Sum);
  return 0;
}
