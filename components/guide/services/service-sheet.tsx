"use client";

import { X } from "lucide";
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { setQuery, useQuery } from "@/components/geo/search/address-query";
import { Icon } from "@/components/ui/icon";

type Labels = { title: string; close: string; loading: string; missing: string; open: string };

function openSheet(slug: string | null): void {
  const query = new URLSearchParams(location.search);
  if (slug) query.set("servico", slug);
  else query.delete("servico");
  setQuery(query.toString());
}

/** The part of a place's page that the sheet shows; null when the place does not exist. */
async function loadDetail(address: string): Promise<Element | null> {
  const response = await fetch(address);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-detail]");
}

/** Opens the places of a list (links with `data-sheet`) in a sheet; `?servico=` is its address, and the place's own page has the same content. */
export function ServiceSheet({ base, labels, children }: { base: string; labels: Labels; children: ReactNode }) {
  const slug = new URLSearchParams(useQuery()).get("servico");
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [response, setAnswer] = useState<{ slug: string; isFound: boolean } | null>(null);
  const isKnown = slug !== null && /^[a-z0-9-]{1,160}$/.test(slug);
  const address = `${base}/${slug}`;

  useEffect(() => {
    if (slug === null) return dialog.current?.close();
    let isCurrent = true;
    body.current?.replaceChildren();
    dialog.current?.showModal();
    const show = (detail: Element | null) => {
      if (!isCurrent) return;
      setAnswer({ slug, isFound: detail !== null });
      if (detail) body.current?.replaceChildren(document.importNode(detail, true));
    };
    // On a network error opens the page itself: it may be cached, or the offline page is shown.
    const detail = isKnown ? loadDetail(address) : Promise.resolve(null);
    detail.then(show, () => isCurrent && location.assign(address));
    return () => {
      isCurrent = false;
    };
  }, [slug, isKnown, address]);

  function open(event: MouseEvent) {
    const link = (event.target as Element).closest<HTMLElement>("[data-sheet]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openSheet(link.dataset.sheet ?? null);
  }

  return (
    <>
      {/* The links keep their keyboard behaviour: Enter on a link fires a click event here. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div onClick={open}>{children}</div>
      <dialog
        ref={dialog}
        aria-label={labels.title}
        onCancel={(event) => {
          event.preventDefault();
          openSheet(null);
        }}
        className="mb-0 mr-0 mt-auto h-[85dvh] max-h-none w-full max-w-none overflow-y-auto rounded-t-2xl border-2 border-line bg-background p-0 text-text sm:mt-0 sm:h-dvh sm:max-w-xl sm:rounded-none sm:rounded-l-2xl"
      >
        <div className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b border-line bg-background px-4 py-2">
          {isKnown && (
            <a
              href={address}
              className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
            >
              {labels.open}
            </a>
          )}
          <button
            type="button"
            aria-label={labels.close}
            onClick={() => openSheet(null)}
            className="ml-auto grid size-11 place-items-center rounded-lg hover:bg-raised"
          >
            <Icon of={X} className="size-6" />
          </button>
        </div>
        <p role="status" className="px-4 pt-4 text-muted empty:hidden">
          {response?.slug !== slug ? labels.loading : response?.isFound ? "" : labels.missing}
        </p>
        <div ref={body} className="px-4 pb-8 pt-4" />
      </dialog>
    </>
  );
}
