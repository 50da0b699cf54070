import { z } from "zod";
import { contractSchema, type Contract } from "@/lib/commerce/sales/queries";
import { isLinkToken, linkPath } from "@/lib/platform/links/rules";
import type { Caller } from "@/lib/platform/costs";
import { env } from "@/lib/platform/env";
import { publicHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import type { createServiceClient } from "@/lib/platform/supabase/service";

type ServiceClient = ReturnType<typeof createServiceClient>;
type Render = (client: ServiceClient, contract: Contract, by: Caller) => Promise<Response | null>;

const params = z.object({ locale: askedLocale, token: z.string() });

const plain = (status: number) =>
  new Response(
    status === 429
      ? "Muitas tentativas. Espere um minuto."
      : "O documento não pôde ser lido agora. Tente de novo em instantes.",
    { status },
  );

/** Redirects to the payment page, which explains why there is no document and offers a new link by e-mail. */
function toPaymentPage({ locale, token }: { locale: Locale; token: string }): Response {
  const path = localePath(locale, linkPath("payment", encodeURIComponent(token)));
  const headers = { location: `${env.NEXT_PUBLIC_SITE_URL}${path}#contrato`, "referrer-policy": "no-referrer" };
  return new Response(null, { status: 303, headers });
}

/** A document about a signed sale, behind a contract link or a payment link that is not older than 90 days. */
export const saleDocument = (client: () => ServiceClient, render: Render) =>
  publicHandler(
    {
      name: "contract",
      params,
      client,
      headers: { "x-robots-tag": "noindex" },
      refuse: ({ status }) => plain(status),
    },
    async ({ params: sent, client: service, by }) => {
      if (!isLinkToken(sent.token)) return toPaymentPage(sent);
      await takeAttempt("lookUp", by.caller);
      const data = orThrow(await service.rpc("read_contract", { token: sent.token }));
      return (data && (await render(service, contractSchema.parse(data), by))) || toPaymentPage(sent);
    },
  );
