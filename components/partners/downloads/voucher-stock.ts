import type { Messages } from "next-intl";

export type StockTexts = Pick<Messages["partners/downloads"]["card"], "soldOut" | "left" | "last">;

const MISSING = -1;

function textOf(left: number, { soldOut, left: many, last }: StockTexts): string {
  if (left === 0) return soldOut;
  return left === 1 ? last : many.replace("{count}", String(left));
}

/** Writes what is left into the page and disables the buttons of vouchers that are sold out. */
function show(stock: Readonly<Record<string, number>>, texts: StockTexts): void {
  for (const line of document.querySelectorAll<HTMLElement>("[data-voucher-stock]")) {
    const left = stock[line.dataset.voucherStock!] ?? MISSING;
    line.textContent = left === MISSING ? "" : textOf(left, texts);
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-voucher]"))
    button.disabled = stock[button.dataset.voucher!] === 0;
}

/** Enables the download buttons, and asks once what is left of the vouchers of a state when the page has limited ones. */
export function watchStock(uf: string, texts: StockTexts): () => void {
  const abort = new AbortController();
  show({}, texts);
  if (document.querySelector("[data-voucher-stock]"))
    void fetch(`/api/voucher-stock?uf=${uf}`, { signal: abort.signal })
      .then(async (answer) => (answer.ok ? ((await answer.json()) as Record<string, number>) : {}))
      .then((stock) => show(stock, texts))
      // Without an answer the buttons work: the database refuses what is sold out.
      .catch(() => undefined);
  return () => abort.abort();
}
