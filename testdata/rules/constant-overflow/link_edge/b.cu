__constant__ double table[4096];  // want "^likely: __constant__ data of 3 files that are linked together takes 65,537 bytes, 1 more than .*nvlink may say"
