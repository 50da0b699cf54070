import { getLocale, getMessages } from "next-intl/server";
import { VoucherIsland } from "./voucher-island";

/** The island of the download buttons of a page, with its texts. */
export async function VoucherDownloads({ uf, acceptsGuests }: { uf: string; acceptsGuests: boolean }) {
  const { "partners/downloads": texts } = await getMessages();
  const { dialog, held, card } = texts;
  const { soldOut, left, last } = card;
  return (
    <VoucherIsland
      uf={uf}
      texts={{ dialog, held, card: { soldOut, left, last } }}
      acceptsGuests={acceptsGuests}
      locale={await getLocale()}
    />
  );
}
