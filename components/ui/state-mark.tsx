import { cn } from "@/components/ui/cn";

const LOOK = {
  good: "border-rota text-rota-text",
  wait: "border-faixa text-faixa-text",
  bad: "border-danger text-danger",
  none: "border-line text-muted",
} as const;
export type StateLook = keyof typeof LOOK;

/** A status as text, with a colour that adds no information. */
export function StateMark({ look, children }: { look: StateLook; children: string }) {
  return (
    <span className={cn("inline-block rounded-md sm:whitespace-nowrap border-2 px-2 py-0.5 text-sm", LOOK[look])}>
      {children}
    </span>
  );
}
