import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { storeTrack } from "@/lib/travel/tracks/mutations";
import type { UploadAnswer } from "@/lib/travel/tracks/rules";
import { MAX_UPLOAD_BYTES, uploadSchema } from "@/lib/travel/tracks/schema";

/** Stores the next pieces of a track that a device recorded, and its end. */
export const POST = accountHandler(
  { name: "trip-tracks", limit: "tripTrack", body: jsonBody(uploadSchema, MAX_UPLOAD_BYTES) },
  async ({ account, body, client }) => {
    const answer: UploadAnswer = { owner: account.id, ...(await storeTrack(client, account.id, body)) };
    return answer;
  },
);
