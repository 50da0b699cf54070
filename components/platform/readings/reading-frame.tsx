import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Logo } from "@/components/ui/logo";
import { localePath } from "@/lib/platform/i18n/routing";

/** Page of a gate or a desk: a low bar, so that the camera has the height of the screen. */
export async function ReadingFrame({ title, children }: { title: string; children: ReactNode }) {
  const [layout, locale] = [await getTranslations("site/layout"), await getLocale()];
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="page flex h-14 items-center gap-2">
          <Link href={localePath(locale, "/home")} className="rounded-lg" aria-label="LACAMBECHE">
            <Logo className="size-9" />
          </Link>
          <h1 className="mr-auto text-xl leading-none sm:text-2xl">{title}</h1>
          <LanguageSwitch label={layout("language")} />
          <ThemeToggle label={layout("theme")} />
        </div>
      </header>
      <main id="conteudo" className="page grid content-start gap-4 py-4">
        {children}
      </main>
    </>
  );
}
