import { isLinkToken, linkPath } from "@/lib/links/rules";
import { callerAddress } from "@/lib/platform/caller";
import { env } from "@/lib/platform/env";
import { isLocale, localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";
import type { Contract } from "../../../../contract-content";
import { contractFile } from "../../../../contract-file";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ locale: string; token: string }> };

const plain = (status: number, text: string) => new Response(text, { status, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });

/** The payment page says why there is no contract behind this link and offers a fresh one by e-mail. */
function toPaymentPage(locale: string, token: string): Response {
  const path = localePath(isLocale(locale) ? locale : "pt-BR", linkPath("payment", encodeURIComponent(token)));
  const headers = { location: `${env.NEXT_PUBLIC_SITE_URL}${path}#contrato`, "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };
  return new Response(null, { status: 303, headers });
}

/** The signed contract behind a contract link, or behind a payment link that is not older than 90 days. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { locale, token } = await params;
  if (!isLinkToken(token)) return toPaymentPage(locale, token);
  try {
    await takeAttempt("lookUp", await callerAddress());
  } catch {
    return plain(429, "Muitas tentativas. Espere um minuto.");
  }
  const client = createServiceClient();
  const { data, error } = await client.rpc("read_contract", { token });
  if (error) {
    reportError("contract", error);
    return plain(503, "O contrato não pôde ser lido agora. Tente de novo em instantes.");
  }
  return data ? contractFile(client, data as unknown as Contract) : toPaymentPage(locale, token);
}
