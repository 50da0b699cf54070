import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { onlyCounted } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { addSearchMiss } from "@/lib/geo/search/mutations";
import { MAX_MISS_BYTES, searchMissSchema } from "@/lib/geo/search/schema";

/** Counts a search without a result, when the person has stopped typing; a database error is logged only. */
export const POST = publicHandler(
  {
    name: "search-misses",
    limit: "searchMiss",
    body: jsonBody(searchMissSchema, MAX_MISS_BYTES),
    client: createServiceClient,
    refuse: onlyCounted,
  },
  async ({ body, client }) => addSearchMiss(client, body),
);
