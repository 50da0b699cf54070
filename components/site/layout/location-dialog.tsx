import { getTranslations } from "next-intl/server";
import { POSITION_QUESTION_ID } from "./page-script/position-question-id";
import { PositionAnswer } from "./position-answer";

/**
 * The question for the position as HTML. The page script opens it after load, beside the page, which stays usable;
 * closing it in any way equals 'Agora não'.
 */
export async function LocationDialog({ googleMapsKey }: { googleMapsKey?: string }) {
  const t = await getTranslations("site/layout.location");
  return (
    <>
      <dialog
        id={POSITION_QUESTION_ID}
        aria-labelledby="location-title"
        data-print="hide"
        // A position is asked for only when Google's script is loaded, which takes longer than the answer.
        data-in-view={googleMapsKey ? true : undefined}
        className="fixed top-auto bottom-4 z-40 w-[min(26rem,92vw)] rounded-2xl border-2 border-line bg-surface p-6 text-text shadow-2xl"
      >
        <h2 id="location-title" className="text-3xl">
          {t("title")}
        </h2>
        <p className="mt-2 text-muted">{t("use")}</p>
        <p className="mt-2 text-muted">{t("privacy")}</p>
        <p className="mt-2 text-muted">{t("sent")}</p>
        <form method="dialog" className="mt-5 grid gap-2 sm:grid-cols-2">
          <button value="later" className="h-12 rounded-lg border-2 border-line font-semibold hover:bg-raised">
            {t("later")}
          </button>
          <button value="allow" className="h-12 rounded-lg bg-primary font-semibold text-primary-ink">
            {t("allow")}
          </button>
        </form>
      </dialog>
      <PositionAnswer googleMapsKey={googleMapsKey} />
    </>
  );
}
