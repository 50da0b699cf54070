"use client";

import { X } from "lucide";
import { Link } from "@/components/ui/link";
import type { Messages } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";
import { EMPTY_STORE, keyOf, type Favourite } from "@/lib/guide/favourites/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { onFavourites, readFavourites, refreshFavourites, removeFavourite } from "./favourites-client";
import { FAVOURITE_KINDS } from "@/lib/platform/supabase/database-constants/guide";

type Props = { texts: Messages["guide/favourites"]["list"]; locale: Locale };

/** The favourites of this device and account by kind, each with a button that removes it. */
export function FavouriteList({ texts, locale }: Props) {
  const { items } = useSyncExternalStore(onFavourites, readFavourites, () => EMPTY_STORE);
  useEffect(refreshFavourites, []);
  if (items.length === 0)
    return (
      <p data-at-once className="text-lg text-muted">
        {texts.empty}
      </p>
    );
  return FAVOURITE_KINDS.map((kind) => {
    const shown = items.filter((item) => item.kind === kind);
    if (shown.length === 0) return null;
    return (
      <section key={kind} aria-labelledby={`favourites-${kind}`}>
        <h2 id={`favourites-${kind}`} className="mb-3 text-2xl">
          {texts.kind[kind]}
        </h2>
        <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((item) => (
            <FavouriteLine key={keyOf(item)} item={item} remove={texts.remove} locale={locale} />
          ))}
        </ul>
      </section>
    );
  });
}

function FavouriteLine({ item, remove, locale }: { item: Favourite; remove: string; locale: Locale }) {
  return (
    <li className="flex items-center gap-2 rounded-xl border-2 border-line bg-surface pl-4 pr-1 focus-within:border-faixa">
      <Link
        href={localePath(locale, item.path)}
        className="flex min-h-12 min-w-0 grow items-center py-2 font-semibold wrap-anywhere hover:underline hover:underline-offset-4"
      >
        {item.title}
      </Link>
      {item.state && <span className="text-sm text-muted">{item.state}</span>}
      <button
        type="button"
        aria-label={remove.replace("{title}", item.title)}
        onClick={() => removeFavourite(item)}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-raised hover:text-text"
      >
        <Icon of={X} className="size-5" />
      </button>
    </li>
  );
}
