import { z } from "zod";
import { stopSaleReminders } from "@/lib/commerce/sales/mutations";
import { readFormData } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { isLinkToken, linkPath } from "@/lib/platform/links/rules";
import { refused } from "@/lib/platform/refusal";
import { pageUrl } from "@/lib/platform/site-url";
import { createSessionClient } from "@/lib/platform/supabase/session";

const MAX_BYTES = 1000;

/**
 * Ends the reminders of a sale: with one click of the mail program (RFC 8058), which sends the post without the page,
 * or with the button of the payment page. The token is enough, and the answer is the same for every token.
 */
export const POST = publicHandler(
  {
    name: "sale reminders",
    origin: false,
    limit: "paymentPage",
    params: z.object({ token: z.string() }),
    query: z.object({ idioma: askedLocale }),
    body: { read: (request) => readFormData(request, MAX_BYTES) },
    client: createSessionClient,
  },
  async ({ params: { token }, query: { idioma: locale }, body: form, client }) => {
    const isOneClick = form?.get("List-Unsubscribe") === "One-Click";
    if (!isLinkToken(token) || (!isOneClick && form?.get("stop") !== "on")) return refused("input.invalid");
    await stopSaleReminders(client, token);
    const headers = { "x-robots-tag": "noindex", "referrer-policy": "no-referrer" };
    if (isOneClick) return new Response(null, { status: 200, headers });
    const location = `${pageUrl(locale, linkPath("payment", token))}#lembretes`;
    return new Response(null, { status: 303, headers: { ...headers, location } });
  },
);
