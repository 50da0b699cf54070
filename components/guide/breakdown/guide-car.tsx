"use client";

import { useContext, useEffect } from "react";
import type { HelpCar } from "@/lib/guide/breakdown/rules";
import { CAR_QUESTIONS } from "./guide-steps";
import { GarageCars } from "./garage-cars";

type Question = (typeof CAR_QUESTIONS)[number]["key"];

const answerOf = (car: HelpCar, question: Question): string | null =>
  question === "engine" ? car.fuelSystem : question === "cooling" ? car.cooling : null;

const radio = (id: string) => document.getElementById(id) as HTMLInputElement | null;

/** Answers the questions of the guide that the driven car answers, unless the person answered them before. */
export function GuideCar({ label }: { label: string }) {
  const { driven } = useContext(GarageCars);
  useEffect(() => {
    if (!driven) return;
    for (const { key } of CAR_QUESTIONS) {
      const answer = answerOf(driven, key);
      const [known, open] = [answer && radio(`car-${answer}`), radio(`car-any-${key}`)];
      if (known && open?.checked) known.checked = true;
    }
  }, [driven]);
  return (
    <p role="status" className="mt-2 font-semibold wrap-anywhere empty:hidden">
      {driven && `${label}: ${driven.name}`}
    </p>
  );
}
