SELECT name, 'cold ' || sum(cold), 'misses ' || sum(true_sharing + false_sharing),
  'false ' || sum(false_sharing), 'certain ' || sum(certain),
  'coarse ' || sum(coarse), 'fine ' || sum(fine)
FROM sharing_vertices v JOIN structures s ON s.id = v.structure
WHERE name IN ('Lines', 'Racy') GROUP BY name ORDER BY name;
SELECT 'racy ' || (sum(coarse) < sum(fine) AND sum(certain) < sum(fine))
FROM sharing_vertices v JOIN structures s ON s.id = v.structure WHERE name = 'Racy';
