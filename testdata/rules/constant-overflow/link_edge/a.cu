// 65,536 bytes without the gap between the two sections.
__constant__ char tail[32767];
