"""
Writes recurrence.json: times of rules as python-dateutil and zoneinfo compute them.

Needs python-dateutil, and tzdata of the version that Node has (`process.versions.tz`; 2026.3 is 2026c). Run it with an
empty PYTHONTZPATH, or the time zones of the system are used.
"""

import json
import random
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from dateutil import rrule
from dateutil.tz import resolve_imaginary

ZONES = """UTC Europe/Berlin Europe/London Europe/Lisbon Europe/Dublin Europe/Athens Europe/Chisinau Europe/Istanbul Asia/Tokyo
Asia/Kolkata Asia/Kathmandu Asia/Tehran Asia/Jerusalem Asia/Beirut Asia/Gaza Asia/Shanghai Asia/Singapore Asia/Almaty
Africa/Cairo Africa/Casablanca Africa/Johannesburg Africa/Lagos Africa/Nairobi America/New_York America/Chicago America/Denver
America/Phoenix America/Los_Angeles America/Anchorage America/Adak America/Halifax America/St_Johns America/Havana
America/Mexico_City America/Bogota America/Caracas America/Sao_Paulo America/Santiago America/Asuncion America/Nuuk
Atlantic/Azores Australia/Sydney Australia/Adelaide Australia/Lord_Howe Australia/Perth Pacific/Auckland Pacific/Chatham
Pacific/Apia Pacific/Easter Pacific/Honolulu Pacific/Kiritimati Antarctica/Troll""".split()
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
TIMES = 4


def changes(zone):
    """The days of 2024 to 2032 on which the clock of a zone changes."""
    day = datetime(2024, 1, 1)
    while day.year < 2033:
        following = day + timedelta(days=1)
        if day.replace(tzinfo=zone).utcoffset() != following.replace(tzinfo=zone).utcoffset():
            yield day
        day = following


def times(rule, name, start, after):
    """The first times after a moment: skipped wall times as much later, repeated ones at their first, in order, once."""
    zone = ZoneInfo(name)
    found = set()
    for wall in rrule.rrulestr(rule, dtstart=start).xafter(after.astimezone(zone).replace(tzinfo=None) - timedelta(days=2)):
        at = resolve_imaginary(wall.replace(tzinfo=zone)).astimezone(timezone.utc)
        if at > after:
            found.add(at)
        if len(found) >= TIMES + 4:
            break
    return [int(at.timestamp()) for at in sorted(found)][:TIMES]


def random_rule(pick):
    parts = [pick.choice(["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"])]
    if pick.random() < 0.4:
        parts.append(f"INTERVAL={pick.randint(1, 4)}")
    if pick.random() < 0.5:
        number = "" if parts[0] in ("FREQ=DAILY", "FREQ=WEEKLY") else pick.choice(["", "", "1", "-1", "2"])
        parts.append("BYDAY=" + ",".join(number + day for day in pick.sample(DAYS, pick.randint(1, 3))))
    elif parts[0] == "FREQ=MONTHLY":
        parts.append(f"BYMONTHDAY={pick.choice([1, 15, 28, 29, 30, 31, -1, -2])}")
    if pick.random() < 0.3:
        parts.append("BYMONTH=" + ",".join(str(month) for month in sorted(pick.sample(range(1, 13), pick.randint(1, 4)))))
    parts.append("BYHOUR=" + ",".join(str(hour) for hour in sorted(pick.sample(range(24), pick.randint(1, 3)))))
    parts.append("BYMINUTE=" + ",".join(str(minute) for minute in sorted(pick.sample(range(0, 60, 5), pick.randint(1, 2)))))
    if pick.random() < 0.15:
        parts.append(f"COUNT={pick.randint(1, 400)}")
    return ";".join(parts)


def main():
    pick = random.Random(20261126)
    vectors = []

    def add(rule, zone, start, after):
        vectors.append([rule, zone, start.isoformat(), int(after.timestamp()), times(rule, zone, start, after)])

    for name in ZONES:
        zone = ZoneInfo(name)
        for day in changes(zone):
            after = day.replace(tzinfo=timezone.utc) - timedelta(days=1)
            rule = pick.choice(
                ["FREQ=DAILY;BYHOUR=0,1,2,3;BYMINUTE=0,30", "FREQ=DAILY;BYHOUR=2;BYMINUTE=30", "FREQ=HOURLY;BYMINUTE=0,20,40"]
            )
            add(rule, name, datetime(2024, 1, 1, 0, 0), after)
        for _ in range(8):
            start = datetime(2024, 1, 1) + timedelta(minutes=5 * pick.randint(0, 100_000))
            add(random_rule(pick), name, start, datetime(2025, 6, 1, tzinfo=timezone.utc) + timedelta(days=pick.randint(0, 900)))
    Path(__file__).with_suffix(".json").write_text("[\n" + ",\n".join(json.dumps(row) for row in vectors) + "\n]\n")
    print(len(vectors), "vectors")


main()
