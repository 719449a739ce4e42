__constant__ char one;
