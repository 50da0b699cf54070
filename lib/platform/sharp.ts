import "server-only";
import sharp from "sharp";

// The cache of decoded pictures would keep up to 50 MB, and each thread of a pipeline has buffers of its own.
sharp.cache(false);
sharp.concurrency(1);

export default sharp;
