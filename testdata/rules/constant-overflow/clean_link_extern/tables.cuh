#pragma once
extern __constant__ float weights[9000];
