import type { Messages } from "next-intl";
import { getMessages } from "next-intl/server";

export type DeskTexts = Messages["partners/desk"] & Pick<Messages["partners/vouchers"], "benefit" | "acceptance">;

/** Texts of the pages that redeem vouchers, in the language of the page. */
export async function getDeskTexts(): Promise<DeskTexts> {
  const { "partners/vouchers": vouchers, "partners/desk": texts } = await getMessages();
  return { ...texts, benefit: vouchers.benefit, acceptance: vouchers.acceptance };
}
