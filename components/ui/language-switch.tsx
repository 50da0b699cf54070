"use client";

import { usePathname } from "next/navigation";
import { HREFLANG, LANGUAGE, LANGUAGE_NAME, localePath, splitPath } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";

/** Plain links to the same page in the other languages; the language script in the head stores the choice on click. */
export function LanguageSwitch({ label }: { label: string }) {
  const { locale, path } = splitPath(usePathname());
  return (
    <nav aria-label={label} className="flex">
      {LOCALES.map((other) => (
        <a
          key={other}
          href={localePath(other, path)}
          hrefLang={HREFLANG[other]}
          lang={HREFLANG[other]}
          aria-current={other === locale ? "true" : undefined}
          title={LANGUAGE_NAME[other]}
          data-language={other}
          className="grid h-11 w-8 place-items-center rounded-lg text-sm uppercase text-muted hover:bg-raised aria-[current]:text-text aria-[current]:underline aria-[current]:decoration-faixa aria-[current]:decoration-2 aria-[current]:underline-offset-4"
        >
          {LANGUAGE[other]}
        </a>
      ))}
    </nav>
  );
}
