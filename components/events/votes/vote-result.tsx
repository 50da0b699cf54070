import { getTranslations } from "next-intl/server";
import { tiedPlaces } from "@/lib/events/votes/rules";
import type { VoteResult as Result } from "@/lib/events/votes/schema";

/** The ten cars with most votes, once voting is closed; cars with the same number of votes share a place. */
export async function VoteResult({ result }: { result: Result | null }) {
  if (result?.state !== "closed") return null;
  const t = await getTranslations("events/votes.result");
  const cars = result.cars ?? [];
  const tied = tiedPlaces(cars);
  return (
    <section className="mt-10" data-vote-result="">
      <h2 className="display-2">{t("title")}</h2>
      <p className="mt-2 text-muted">{t("votes", { count: result.votes ?? 0 })}</p>
      {cars.length > 0 && (
        <ol className="mt-4 grid max-w-2xl gap-2">
          {cars.map(({ name, year, votes, place }, index) => (
            <li
              key={index}
              className="grid grid-cols-[3rem_1fr_auto] items-center gap-3 rounded-2xl border-2 border-line bg-surface px-4 py-3"
            >
              <span className="font-display text-3xl tabular">{t("place", { place })}</span>
              <span className="min-w-0 font-semibold wrap-anywhere">
                {name} {year}
                {tied.has(place) && <span className="block text-sm font-normal text-muted">{t("tied")}</span>}
              </span>
              <span className="tabular">{t("votes", { count: votes })}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
