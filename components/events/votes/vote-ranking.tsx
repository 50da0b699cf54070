import { getTranslations } from "next-intl/server";
import { tiedPlaces } from "@/lib/events/votes/rules";
import type { RankedCars, VoteResult } from "@/lib/events/votes/schema";

/** The ten cars with most votes and the first three of each class; cars with the same number of votes share a place. */
export async function VoteRanking({ result }: { result: VoteResult }) {
  const t = await getTranslations("events/votes.result");
  const classes = result.classes ?? [];
  return (
    <>
      <p className="mt-2 text-muted">{t("votes", { count: result.votes ?? 0 })}</p>
      <Cars cars={result.cars ?? []} />
      {classes.length > 0 && <h3 className="mt-6 text-2xl">{t("byClass")}</h3>}
      {classes.map(({ name, cars }) => (
        <div key={name}>
          <h4 className="mt-4 text-xl wrap-anywhere">{name}</h4>
          <Cars cars={cars} />
        </div>
      ))}
    </>
  );
}

async function Cars({ cars }: { cars: RankedCars }) {
  if (cars.length === 0) return null;
  const t = await getTranslations("events/votes.result");
  const tied = tiedPlaces(cars);
  return (
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
  );
}
