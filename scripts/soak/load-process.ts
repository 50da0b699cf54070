import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Message, Order, Report } from "./load";
import type { Plan } from "./plan";

export type Load = { run: (order: Order) => Promise<Report>; stop: () => void };

/** Starts the process that sends the requests, so that its CPU time and memory are not those of the portal. */
export function startLoad(plan: Plan): Load {
  const child = fork(path.join(import.meta.dirname, "load.ts"), { execArgv: ["--import", "tsx"] });
  const tell = (message: Message) => child.send(message);
  tell({ type: "plan", plan });
  return {
    async run(order) {
      tell({ type: "order", order });
      const ended = once(child, "exit").then(([code]) => {
        throw new Error(`the process that sends the requests ended with code ${code}`);
      });
      const [report] = (await Promise.race([once(child, "message"), ended])) as [Report];
      return report;
    },
    stop: () => void child.kill(),
  };
}
