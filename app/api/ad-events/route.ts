import { countedEvents, recordEvents } from "@/lib/commerce/ads/mutations";
import { isProgram } from "@/lib/commerce/ads/rules";
import { adEventsSchema, MAX_EVENTS_BYTES } from "@/lib/commerce/ads/schema";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { onlyCounted } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Counts views and clicks of banners; stores nothing about the visitor. */
export const POST = publicHandler(
  {
    name: "ad-events",
    limit: "adEvents",
    body: jsonBody(adEventsSchema, MAX_EVENTS_BYTES),
    client: createServiceClient,
    refuse: onlyCounted,
  },
  async ({ request, body, address, client }) => {
    const counted = isProgram(request.headers.get("user-agent") ?? "") ? [] : countedEvents(body, address);
    if (counted.length > 0) await recordEvents(client, counted);
  },
);
