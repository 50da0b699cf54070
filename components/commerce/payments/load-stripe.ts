import { loadStripe } from "@stripe/stripe-js/pure";

export type LoaderProblem = "failed" | "unavailable";

/** Loads the provider's script for fraud detection; the payment itself is made on the provider's page. */
export async function loadCardScript(publishableKey: string): Promise<LoaderProblem | null> {
  try {
    return (await loadStripe(publishableKey)) ? null : "unavailable";
  } catch (error) {
    return error instanceof Error && error.message === "Stripe.js not available" ? "unavailable" : "failed";
  }
}
