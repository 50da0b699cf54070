import { getTranslations } from "next-intl/server";
import { Logo } from "../../ui/logo";
import { SPLASH_SCRIPT } from "@/lib/platform/inline-scripts";

/** Splash screen if `isEnabled`, the "took too long" fallback and the overlay of slow page changes: plain HTML, shown by attributes of the root element. */
export async function Splash({ logoUrl, isEnabled }: { logoUrl: string; isEnabled: boolean }) {
  const t = await getTranslations("site/layout");
  const screen =
    "fixed inset-0 z-50 place-content-center justify-items-center gap-4 bg-background p-6 text-center text-text";
  return (
    <>
      {isEnabled && (
        <div id="splash" className={screen} role="status">
          {logoUrl ? <img src={logoUrl} alt="" width={120} height={120} /> : <Logo className="size-28" />}
          <p className="font-display text-2xl">{t("splash")}</p>
        </div>
      )}
      <div id="stuck" className={screen} role="alert">
        <p className="font-display text-3xl">{t("stuck.title")}</p>
        <p className="max-w-md text-muted">{t("stuck.text")}</p>
        <form>
          <button className="rounded-lg bg-primary px-5 py-3 font-semibold text-primary-ink">
            {t("stuck.reload")}
          </button>
        </form>
      </div>
      <div id="page-loading" className={screen} role="status">
        <Logo className="size-16 animate-spin [animation-duration:2s]" />
        <p className="font-display text-xl">{t("loading")}</p>
      </div>
      <script dangerouslySetInnerHTML={{ __html: SPLASH_SCRIPT }} />
    </>
  );
}
