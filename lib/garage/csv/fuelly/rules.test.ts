import { expect, it } from "vitest";
import { readCsv } from "../files/rules";
import type { Reading } from "../rules";

const read = (text: string, given: Reading = { order: "dmy", sign: null }) => readCsv(text, given);

it("reads a file of Fuelly, in miles and gallons too, and its cars", () => {
  const metric = `car_name,model,l/100km,odometer,km,litres,price,city_percentage,fuelup_date,date_added,tags,notes,missed_fuelup,partial_fuelup,latitude,longitude,brand
Renegade,Jeep,18.71,186886,306.998,57.432,1.269,50,06/06/2021 0:00,06/06/2021,,,0,0,,,
Opala,GM,15.82,187205,319.016,50.441,1.319,50,06/13/2021 0:00,06/13/2021,,,1,1,,,Shell
`;
  const file = read(metric)!;
  expect([file.format, file.vehicles, file.isOrderKnown]).toEqual(["fuelly", ["Renegade Jeep", "Opala GM"], true]);
  expect(file.lines[1]?.entry).toMatchObject({
    on_date: "2021-06-13",
    reading_km: 187_205,
    litres: 50.441,
    total_cents: 6653,
    is_full: false,
    missed_previous: true,
    place: "Shell",
  });
  const american = `car_name,model,mpg,odometer,miles,gallons,price,city_percentage,fuelup_date,date_added,tags,notes,missed_fuelup,partial_fuelup,latitude,longitude,brand
MyTruck,Ford,22.5,116234,192.3,8.541,3.459,50,01/15/2022 0:00,01/15/2022,,,0,0,,,
`;
  const miles = read(american)!;
  expect(miles.lines[0]?.entry).toMatchObject({
    on_date: "2022-01-15",
    reading_km: 187_060.5,
    litres: 32.331,
    total_cents: 2954,
  });
  expect(miles.findings).toMatchObject([
    { effect: "changed", reason: "units", count: 2 },
    { effect: "left", reason: "column", places: [{ line: 2, element: "city_percentage", value: "50" }] },
    { effect: "changed", reason: "fuel", count: 1 },
  ]);
});
