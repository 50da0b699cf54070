type Config = { enabled?: unknown; publishable_key?: unknown; pix_key?: unknown };

/** Which payment methods the two stored settings enable. */
function paymentSettings(rows: unknown): { card: boolean; pix: boolean } {
  const list = Array.isArray(rows) ? (rows as { key?: unknown; value?: Config | null }[]) : [];
  const of = (key: string) => list.find((row) => row?.key === key)?.value ?? {};
  const [card, pix] = [of("stripe_config"), of("pix_config")];
  return {
    card: card.enabled === true && Boolean(card.publishable_key),
    pix: pix.enabled === true && Boolean(pix.pix_key),
  };
}

/** Reads the enabled payment methods at startup and returns one line about them; a failure is only logged. */
export async function paymentsLine(): Promise<string> {
  const {
    NEXT_PUBLIC_SUPABASE_URL: url = "",
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: key = "",
    STRIPE_SECRET_KEY: secret,
    STRIPE_API_BASE: base,
  } = process.env;
  try {
    const response = await fetch(`${url}/rest/v1/payment_settings?select=key,value`, {
      headers: { apikey: key },
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const { card, pix } = paymentSettings(await response.json());
    if (!card) console.warn("Stripe está desabilitado ou a chave publicável não foi encontrada.");
    const cardWords = !secret
      ? "cartão desligado (sem STRIPE_SECRET_KEY)"
      : card
        ? `cartão ligado${base ? ` (${base})` : ""}`
        : "cartão desligado em /admin/payment-settings";
    return `  Pagamento ${cardWords}; Pix ${pix ? "ligado" : "a configurar em /admin/payment-settings"}`;
  } catch (error) {
    console.error("Erro ao buscar configurações de pagamento:", (error as Error).message);
    return "  Pagamento configurações indisponíveis";
  }
}
