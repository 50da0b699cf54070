import { jsonBody } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { accountHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { setPlacePin } from "@/lib/partners/desk/mutations";
import { readDeskPlace } from "@/lib/partners/desk/queries";
import { MAX_PIN_BYTES, pinBodySchema } from "@/lib/partners/desk/schema";

/** Sets the PIN of a place, for its owners; devices have to be unlocked again. */
export const POST = accountHandler(
  {
    name: "place pin",
    limit: "placePin",
    body: jsonBody(pinBodySchema, MAX_PIN_BYTES),
    client: createServiceClient,
  },
  async ({ account, body, client }) => {
    const place = await readDeskPlace(body.serviceId, account);
    if (place?.role !== "owner") throw new AppError("access.permission");
    await setPlacePin(client, body);
    return { done: true };
  },
);
