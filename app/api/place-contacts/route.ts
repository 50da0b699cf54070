import { isProgram } from "@/lib/commerce/ads/rules";
import { countPlaceContact } from "@/lib/partners/own-places/mutations";
import { MAX_CONTACT_BYTES, placeContactSchema } from "@/lib/guide/services/schema";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { onlyCounted } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Counts one tap on a contact link of a place; stores nothing about the visitor. */
export const POST = publicHandler(
  {
    name: "place-contacts",
    limit: "placeContacts",
    body: jsonBody(placeContactSchema, MAX_CONTACT_BYTES),
    client: createServiceClient,
    refuse: onlyCounted,
  },
  async ({ request, body, address, client }) => {
    await takeAttempt("placeContact", address, body.service);
    if (!isProgram(request.headers.get("user-agent") ?? "")) await countPlaceContact(client, body);
  },
);
