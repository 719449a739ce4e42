#pragma once

extern __constant__ float taps[1024];
