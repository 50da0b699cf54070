"use client";

import { useRef, useState } from "react";
import { sendJson, textOf, type Problem } from "@/components/events/registrations/send";
import { isMoreThanOne, orderOf } from "@/lib/events/registrations/orders/rules";

/** Milliseconds without a change after which the price is asked for. */
const PAUSE = 500;

type Quote = { total: number; discount: number } | { problem: Problem };

/** The price of an order that has more than one person alone, as the server decides it; null for all other forms. */
export function useQuote(type: string) {
  const [quote, setQuote] = useState<Quote | null>(null);
  const timer = useRef<number>(undefined);
  const newest = useRef(0);
  const ask = (element: HTMLFormElement, companions: number) => {
    const form = new FormData(element);
    const order = orderOf(form);
    window.clearTimeout(timer.current);
    const number = ++newest.current;
    if (!isMoreThanOne(order)) return setQuote(null);
    timer.current = window.setTimeout(async () => {
      const names = Array.from({ length: companions }, (_, index) => textOf(form, `companions.${index}`));
      const body = { type, companions: names, stand: textOf(form, "stand") || undefined, ...order };
      const sent = await sendJson<{ total: number; discount: number }>("/api/registrations/quote", body);
      if (number === newest.current) setQuote("data" in sent ? sent.data : { problem: sent.problem });
    }, PAUSE);
  };
  return { quote, ask };
}
