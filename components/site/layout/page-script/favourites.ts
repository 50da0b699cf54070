import { FAVOURITES_KEY } from "@/lib/platform/device-storage/rules";

type Stored = { items?: readonly { kind: string; id: string }[] };

/** Fills the hearts of what this device has saved, before the code of favourites runs. */
export function showFavourites(): void {
  try {
    const { items = [] } = JSON.parse(localStorage.getItem(FAVOURITES_KEY) ?? "{}") as Stored;
    for (const { kind, id } of items)
      for (const heart of document.querySelectorAll(`[data-favourite="${CSS.escape(`${kind}:${id}`)}"]`))
        heart.setAttribute("aria-pressed", "true");
  } catch {
    // Storage may be blocked or damaged; the hearts then look empty until the account's favourites arrive.
  }
}
