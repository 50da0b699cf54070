import { publicHandler } from "@/lib/platform/handler";
import { FRAMED_MISSING_PATH } from "@/lib/platform/status-pages";
import { FRAME_HEADERS, refuseFrame } from "../frame-document";

/** The 404 page of frames, which our server and the middleware send for an unknown address of one. */
export const GET = publicHandler(
  { name: FRAMED_MISSING_PATH, headers: FRAME_HEADERS, refuse: refuseFrame },
  () => null,
);
