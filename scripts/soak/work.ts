import { randomUUID } from "node:crypto";
import { addressOf, JSON_TYPE, newCallers, type Call, type Work } from "./call";
import { editors } from "./editors";
import type { Plan } from "./plan";
import { readers, visits } from "./readers";

function registrations({ registrationType }: Plan): Work {
  const caller = newCallers(110);
  const next = (): Call => {
    const id = randomUUID();
    const person = { full_name: "Ana Medição", email: `ana-${id.slice(0, 13)}@example.org`, consent: true };
    return {
      path: "/api/registrations",
      method: "POST",
      headers: { ...caller(), ...JSON_TYPE },
      body: JSON.stringify({ request_id: id, type: registrationType, ...person, locale: "pt-BR", via: null }),
    };
  };
  return { name: "registration", weight: 15, next };
}

function readings({ gate }: Plan): Work {
  let serial = 0;
  const next = (): Call => {
    const [device, person] = [serial % gate.devices.length, gate.people[serial % gate.people.length]!];
    serial++;
    const reading = { nonce: randomUUID(), kind: "entry", listId: gate.list, registrationId: person, badgeVersion: 1 };
    return {
      path: "/api/gate/readings",
      method: "POST",
      headers: { ...addressOf(120, device), ...JSON_TYPE, authorization: `Device ${gate.devices[device]}` },
      body: JSON.stringify({
        readings: [{ ...reading, scannedAt: new Date().toISOString(), isOffline: false }],
        pending: 0,
      }),
    };
  };
  return { name: "gate reading", weight: 30, next };
}

function uploads({ pictures }: Plan): Work {
  const caller = newCallers(130);
  const files = pictures.map((text) => Buffer.from(text, "base64"));
  let serial = 0;
  const next = (): Call => ({
    path: "/api/request-photos",
    method: "POST",
    headers: { ...caller(), "content-type": "image/jpeg" },
    body: files[serial++ % files.length]!,
  });
  return { name: "upload", weight: 6, next };
}

/** Trips with two to four stops in one state. */
function routes({ towns }: Plan, random: () => number): Work {
  const caller = newCallers(140);
  const next = (): Call => {
    const state = towns[Math.floor(random() * towns.length)]!;
    const stops = Array.from(
      { length: 2 + Math.floor(random() * 3) },
      () => state[Math.floor(random() * state.length)]!,
    );
    return { path: `/api/road-route?points=${[...new Set(stops)].join(";")}`, headers: caller() };
  };
  return { name: "road route", weight: 20, next };
}

function drawings(): Work {
  const caller = newCallers(150);
  let serial = 0;
  const next = (): Call => ({ path: `/cartao-postal/litoral~medicao-${++serial}.png`, headers: caller() });
  return { name: "drawn picture", weight: 2, next };
}

/** Everything that people do at the portal, with its share of the requests. */
export const everyWork = (plan: Plan, random: () => number): Work[] => [
  readers(plan, random),
  visits(plan, random),
  ...editors(plan),
  registrations(plan),
  readings(plan),
  uploads(plan),
  routes(plan, random),
  drawings(),
];
