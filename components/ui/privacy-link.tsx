import type { ReactNode } from "react";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";

/** The words in `<privacy>` of a message, as a link to the privacy page. */
export const privacyLink = (locale: Locale) =>
  function PrivacyLink(words: ReactNode) {
    return (
      <a
        href={localePath(locale, "/politica-de-privacidade")}
        target="_blank"
        className="text-link underline underline-offset-4"
      >
        {words}
      </a>
    );
  };
