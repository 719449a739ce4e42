__constant__ double second[4000];
