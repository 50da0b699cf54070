"use client";

import { Search } from "lucide";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { fold } from "@/lib/platform/slug";

type Props = { listId: string; labels: { search: string; hint: string; none: string } };

/** Hides list entries that do not match; Enter opens the first match. */
export function StateSearch({ listId, labels }: Props) {
  const [none, setNone] = useState(false);
  const items = () => [...document.querySelectorAll<HTMLLIElement>(`#${listId} [data-name]`)];

  function filter(query: string) {
    const wanted = fold(query.trim());
    for (const item of items()) {
      const name = fold(item.dataset.name ?? "");
      item.hidden =
        wanted.length === 2 ? !name.endsWith(` ${wanted}`) && !name.startsWith(wanted) : !name.includes(wanted);
    }
    for (const group of document.querySelectorAll<HTMLElement>(`#${listId} [data-group]`))
      group.hidden = !group.querySelector("li:not([hidden])");
    setNone(items().every((item) => item.hidden));
  }

  return (
    <form
      role="search"
      className="grow"
      onSubmit={(event) => {
        event.preventDefault();
        items()
          .find((item) => !item.hidden)
          ?.querySelector("a")
          ?.click();
      }}
    >
      <label className="block font-semibold" htmlFor="state-search">
        {labels.search}
      </label>
      <div className="relative mt-1">
        <Icon of={Search} className="pointer-events-none absolute left-3 top-3 size-5 text-muted" />
        <input
          id="state-search"
          type="search"
          autoComplete="off"
          placeholder={labels.hint}
          onChange={(event) => filter(event.target.value)}
          className="h-11 w-full rounded-xl border-2 border-line bg-surface pl-10 pr-3 text-base placeholder:text-muted"
        />
      </div>
      <p role="status" className="text-sm text-muted">
        {none ? labels.none : ""}
      </p>
    </form>
  );
}
