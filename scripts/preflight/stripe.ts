import { modeOfKey } from "../../lib/commerce/payments/rules";
import { failure, ok, warning, type Finding } from "./finding";
import { STRIPE_EVENTS } from "../../lib/platform/supabase/database-constants/commerce";

type Endpoint = { url: string; isEnabled: boolean; events: readonly string[] };
type Card = {
  siteUrl: string;
  secretKey: string | undefined;
  webhookSecret: string | undefined;
  publishableKey: string | undefined;
  isEnabled: boolean;
  list: () => Promise<readonly Endpoint[]>;
};

/** Keys of one mode, and an endpoint of the account that sends the handled events to this site. */
export async function checkStripe(card: Card): Promise<Finding[]> {
  const { secretKey, webhookSecret, publishableKey, isEnabled } = card;
  if (!secretKey)
    return isEnabled
      ? [
          failure(
            "cartão: ligado no painel, sem STRIPE_SECRET_KEY",
            "defina a chave ou desligue em /admin/payment-settings",
          ),
        ]
      : [ok("cartão: desligado")];
  const mode = modeOfKey(secretKey);
  if (!mode)
    return [failure("STRIPE_SECRET_KEY: não é uma chave do Stripe", "copie sk_live_… em Developers, API keys")];
  const found: Finding[] = [];
  if (mode === "test")
    found.push(warning("Stripe: chave de teste, nenhum pagamento é real", "em produção use sk_live_…"));
  if (isEnabled && modeOfKey(publishableKey) !== mode)
    found.push(failure("Stripe: chave publicável de outro modo", `use pk_${mode}_… em /admin/payment-settings`));
  if (!webhookSecret?.startsWith("whsec_"))
    found.push(
      failure("STRIPE_WEBHOOK_SECRET: falta ou não é whsec_…", "copie em Developers, Webhooks, Signing secret"),
    );
  return [...found, ...(await checkEndpoint(card))];
}

async function checkEndpoint({ siteUrl, list }: Card): Promise<Finding[]> {
  const url = new URL("/api/webhooks/stripe", siteUrl).href;
  let endpoints: readonly Endpoint[];
  try {
    endpoints = await list();
  } catch (error) {
    const { type = "", message } = error as Error & { type?: string };
    if (type === "StripePermissionError")
      return [
        warning(
          "Stripe: a chave restrita não lê webhooks",
          `confira à mão em Developers, Webhooks: ${url} com ${STRIPE_EVENTS.join(", ")}`,
        ),
      ];
    return [failure(`Stripe: ${type || message}`, "confira STRIPE_SECRET_KEY e a rede")];
  }
  const own = endpoints.find((endpoint) => endpoint.url === url);
  const where = `em Developers, Webhooks: ${url}`;
  if (!own)
    return [
      failure("Stripe: nenhum webhook para este site, nenhum pagamento por cartão é confirmado", `crie ${where}`),
    ];
  if (!own.isEnabled) return [failure("Stripe: o webhook está desligado", `ligue ${where}`)];
  const missing = own.events.includes("*") ? [] : STRIPE_EVENTS.filter((event) => !own.events.includes(event));
  return missing.length > 0
    ? [failure(`Stripe: faltam eventos no webhook: ${missing.join(", ")}`, `acrescente ${where}`)]
    : [ok("Stripe: o webhook envia os eventos para este site")];
}
