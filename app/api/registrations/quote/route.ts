import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { returnAttempt, takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { quoteOrder } from "@/lib/events/registrations/orders/mutations";
import { quoteSchema } from "@/lib/events/registrations/orders/schema";
import { MAX_ORDER_BYTES } from "@/lib/events/registrations/schema";
import { refusalOf, withFields } from "../answer";

/** The price of an order at this moment. Unknown codes are counted per address, which limits guesses. */
export const POST = publicHandler(
  {
    name: "order quote",
    limit: "orderQuote",
    body: jsonBody(quoteSchema, MAX_ORDER_BYTES),
    client: createServiceClient,
    refuse: withFields,
  },
  async ({ body, client, address }) => {
    if (body.code) await takeAttempt("orderCodeWrong", address);
    const quoted = await quoteOrder(client, body);
    const isWrong = quoted.outcome === "refused" && quoted.reason === "code_unknown";
    if (body.code && !isWrong) await returnAttempt("orderCodeWrong", address);
    if (quoted.outcome === "saved") return { total: quoted.total_cents, discount: quoted.discount_cents };
    return refusalOf(quoted);
  },
);
