import { getMessages } from "next-intl/server";
import type { DeskMessages } from "./desk-texts";

/** Texts of the pages that redeem vouchers, in the language of the page. */
export async function getDeskTexts(): Promise<DeskMessages> {
  const { "partners/vouchers": vouchers, "partners/desk": texts } = await getMessages();
  return { ...texts, benefit: vouchers.benefit, acceptance: vouchers.acceptance };
}
