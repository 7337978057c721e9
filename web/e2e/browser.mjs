// Chromium for the tests: Debian's, or the one that CHROMIUM names.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const kPlaces = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const launch = () =>
    chromium.launch({
        executablePath: kPlaces.find((path) => path && existsSync(path)),
        args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    });

export const kDesktop = { width: 1280, height: 800 };
export const kPhone = { width: 390, height: 844 };
