int host;
