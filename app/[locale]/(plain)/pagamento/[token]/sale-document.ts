import { isLinkToken, linkPath } from "@/lib/platform/links/rules";
import { addressCaller, type Caller } from "@/lib/platform/costs";
import { env } from "@/lib/platform/env";
import { isLocale, localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { withRefusals } from "@/lib/platform/refusal";
import { reportError } from "@/lib/platform/report";
import type { createServiceClient } from "@/lib/platform/supabase/service";
import type { Contract } from "../../../contract-content";

type Params = { locale: string; token: string };
type ServiceClient = ReturnType<typeof createServiceClient>;
type Render = (client: ServiceClient, contract: Contract, by: Caller) => Promise<Response | null>;

const plain = (status: number, text: string) =>
  new Response(text, { status, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });

/** Redirects to the payment page, which explains why there is no document and offers a new link by e-mail. */
function toPaymentPage({ locale, token }: Params): Response {
  const path = localePath(isLocale(locale) ? locale : "pt-BR", linkPath("payment", encodeURIComponent(token)));
  const headers = {
    location: `${env.NEXT_PUBLIC_SITE_URL}${path}#contrato`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  };
  return new Response(null, { status: 303, headers });
}

/** A document about a signed sale, behind a contract link or a payment link that is not older than 90 days. */
export async function saleDocument(client: ServiceClient, params: Params, render: Render): Promise<Response> {
  if (!isLinkToken(params.token)) return toPaymentPage(params);
  const by = await addressCaller();
  try {
    await takeAttempt("lookUp", by.caller);
  } catch {
    return plain(429, "Muitas tentativas. Espere um minuto.");
  }
  const { data, error } = await client.rpc("read_contract", { token: params.token });
  if (error) {
    reportError("contract", error);
    return plain(503, "O documento não pôde ser lido agora. Tente de novo em instantes.");
  }
  return withRefusals(
    "contract",
    async () => (data && (await render(client, data as unknown as Contract, by))) || toPaymentPage(params),
  );
}
