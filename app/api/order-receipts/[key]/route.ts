import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { orderReceiptFile } from "@/app/[locale]/order-receipt-file";
import { readOrderReceipt } from "@/lib/events/registrations/orders/queries";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { tokenHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { linkToken } from "@/lib/platform/links/schema";
import { refused, withCode } from "@/lib/platform/refusal";

/**
 * The receipt of a paid order: for its buyer, by the token of the mailed link or signed in by the id, and for people
 * with the payments of the event. The database decides who reads it.
 */
export const GET = tokenHandler(
  {
    name: "order receipt",
    limit: (address) => takeGuess("registrationPage", "registration", address),
    params: z.object({ key: z.union([linkToken, z.guid()]) }),
    query: z.object({ idioma: askedLocale }),
    open: ({ params }) => readOrderReceipt(params.key),
    guessed: (address) => countRefused("registration", address),
    headers: { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" },
    // A person opens this address: the reason is a sentence.
    refuse: async (refusal, sent) => {
      if (refusal.code !== "receipt.unpaid") return withCode(refusal, sent);
      const locale = askedLocale.parse(new URL(sent.request.url).searchParams.get("idioma"));
      const t = await getTranslations({ locale, namespace: "events/orders.receipt" });
      return new Response(t("unpaid"), { status: refusal.status });
    },
  },
  ({ opened: receipt, by }) =>
    receipt.payments.length > 0 ? orderReceiptFile(receipt, by) : refused("receipt.unpaid"),
);
