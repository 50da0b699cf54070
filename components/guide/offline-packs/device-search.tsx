import { useId, useState } from "react";
import { Input } from "@/components/ui/input";
import { searchPacks } from "@/lib/guide/offline-packs/rules";
import { splitPath, type Locale } from "@/lib/platform/i18n/routing";
import type { CachedPack } from "./pack-store";
import { useShelfTexts } from "./shelf-texts";

type Props = { packs: readonly CachedPack[]; locale: Locale };

/** What was asked on the page of the search, when this page is shown instead of it. The list of packs is read in a browser only. */
function askedQuery(): string {
  const isSearchPage = splitPath(location.pathname).path === "/busca";
  return (isSearchPage && new URLSearchParams(location.search).get("q")) || "";
}

/** Searches the states on this device; on the address of the search page with what was asked there. */
export function DeviceSearch({ packs, locale }: Props) {
  const texts = useShelfTexts().search;
  const id = useId();
  const [query, setQuery] = useState(askedQuery);
  const data = packs.flatMap((pack) => (pack.data && pack.record.locale === locale ? [pack.data] : []));
  if (data.length === 0) return null;
  const found = searchPacks(data, locale, query);
  const isAsked = query.trim().length > 1;
  return (
    <section role="search" className="mt-8 grid max-w-2xl gap-2">
      <label htmlFor={id} className="display-2">
        {texts.search}
      </label>
      <Input
        id={id}
        type="search"
        value={query}
        maxLength={80}
        placeholder={texts.searchHint}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className="text-muted empty:hidden">
        {isAsked ? (found.length > 0 ? texts.found : texts.none) : ""}
      </p>
      {/* Plain links: a full navigation is answered by the service worker. */}
      <ul className="grid gap-1">
        {found.map(({ name, state, path }) => (
          <li key={`${path} ${name}`}>
            <a href={path} className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
              {name} ({state})
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
