import type { Value } from '../model/workbook';

/** Cells A1:E6 of the worksheet that the formulas below stand under. */
export const TABLE: readonly (readonly Value[])[] = [
  ['Item', 'Group', 'Planned', 'Spent', 'Day'],
  ['Ryokan', 'stay', 61000, 61000, '2026-10-02'],
  ['Temple', 'stay', 35000, 35000, '2026-11-14'],
  ['Markets', 'food', 12000, 0, ''],
  ['Rail', 'travel', '11000', 11480, '2026-10-19'],
  ['Kept', '', 10000, null, true],
];

/** SH-01: formulas and what spreadsheets answer. */
export const CASES: readonly (readonly [string, string | number | boolean])[] = [
  // Operators
  ['=1+2*3', 7], ['=(1+2)*3', 9], ['=2^10', 1024], ['=-2^2', 4], ['=7/2', 3.5], ['=50%', 0.5], ['=200*10%', 20],
  ['=1/0', '#DIV/0!'], ['="a"&"b"&1', 'ab1'], ['=1=1', true], ['=1<>1', false], ['="a"="A"', true], ['=2>=2', true],
  ['=3<2', false], ['=1e3', 1000], ['=1.5E-2', 0.015], ['=--"5"', 5], ['="5"+1', 6], ['="x"+1', '#VALUE!'],
  ['=TRUE+1', 2], ['=1+', '#ERROR!'], ['=)', '#ERROR!'], ['=unknown', '#NAME?'], ['=NOPE(1)', '#NAME?'],
  ['=#REF!+1', '#REF!'],
  // References
  ['=C2', 61000], ['=$C$2+C$3', 96000], ['=c2', 61000], ['=Z99', 0], ['=Two!A1', 10], ["='My sheet'!A1*2", 14],
  ['=two!B1+Two!A2', 50], ['=None!A1', '#REF!'], ['=SUM(Two!A1:B2)', 60], ['=SUM(C:C)', 129000], ['=SUM(2:2)', 168297],
  ['=SUM(C2:D3)', 192000], ['=C5', 11000], ['=E2+1', 46298],
  // Sums and counts
  ['=SUM(1,2,3)', 6], ['=SUM(C2:C6)', 129000], ['=SUM(D2:D6,1)', 107481], ['=AVERAGE(C2:C6)', 25800], ['=AVERAGE(1,2,4)', 7 / 3],
  ['=AVERAGE(A2:A3)', '#DIV/0!'], ['=COUNT(C2:D6)', 9], ['=COUNT(A1:A6)', 0], ['=COUNTA(A1:B6)', 11], ['=COUNTBLANK(A1:D6)', 2],
  ['=MAX(C2:C6)', 61000], ['=MIN(C2:C6)', 10000], ['=MAX(1,7,3)', 7], ['=MIN(4,2)', 2], ['=MAX(A2:A6)', 0],
  ['=MEDIAN(C2:C6)', 12000], ['=MEDIAN(1,2,3,4)', 2.5], ['=MODE(1,2,2,3)', 2], ['=LARGE(C2:C6,2)', 35000],
  ['=SMALL(C2:C6,2)', 11000], ['=LARGE(C2:C6,9)', '#NUM!'], ['=RANK(12000,C2:C6)', 3], ['=RANK(12000,C2:C6,1)', 3],
  ['=STDEV(1,2,3,4)', 1.2909944487], ['=STDEV.P(1,2,3,4)', 1.1180339887], ['=VAR(1,2,3,4)', 1.6666666667], ['=VAR.P(1,2,3,4)', 1.25],
  ['=PERCENTILE(C2:C6,0.5)', 12000], ['=QUARTILE(C2:C6,1)', 11000], ['=PRODUCT(2,3,4)', 24], ['=SUMSQ(3,4)', 25],
  ['=SUMPRODUCT(Two!A1:B1,Two!A1:B1)', 500], ['=GEOMEAN(1,4)', 2], ['=HARMEAN(1,2)', 4 / 3], ['=CORREL({1,2,3},{2,4,6})', 1],
  // By a criterion
  ['=COUNTIF(C2:C6,">11500")', 3], ['=COUNTIF(B2:B6,"stay")', 2], ['=COUNTIF(B2:B6,"STAY")', 2], ['=COUNTIF(A2:A6,"*a*")', 3],
  ['=COUNTIF(A2:A6,"R???")', 1], ['=COUNTIF(B2:B6,"<>stay")', 3], ['=COUNTIF(C2:C6,10000)', 1], ['=COUNTIF(B2:B6,"")', 1],
  ['=COUNTIFS(B2:B6,"stay",C2:C6,">40000")', 1], ['=COUNTIFS(B2:B6,"stay",C2:C5,">1")', '#VALUE!'],
  ['=SUMIF(B2:B6,"stay",C2:C6)', 96000], ['=SUMIF(C2:C6,">=12000")', 108000], ['=SUMIFS(C2:C6,B2:B6,"stay",C2:C6,"<50000")', 35000],
  ['=SUMIFS(C2:C6,B2:B6,"none")', 0], ['=AVERAGEIF(B2:B6,"stay",C2:C6)', 48000], ['=AVERAGEIF(B2:B6,"none",C2:C6)', '#DIV/0!'],
  ['=AVERAGEIFS(C2:C6,B2:B6,"stay")', 48000], ['=MAXIFS(C2:C6,B2:B6,"stay")', 61000], ['=MINIFS(C2:C6,B2:B6,"stay")', 35000],
  // Looking up
  ['=VLOOKUP("Rail",A2:D6,3,FALSE)', 11000], ['=VLOOKUP("rail",A2:D6,4,FALSE)', 11480], ['=VLOOKUP("None",A2:D6,3,FALSE)', '#N/A'],
  ['=VLOOKUP(25,{10,1;20,2;30,3},2)', 2], ['=VLOOKUP(99,{10,1;20,2},2)', 2], ['=VLOOKUP(1,{10,1},3)', '#REF!'], ['=SEARCH("b*d","abcd")', 2],
  ['=HLOOKUP("Planned",A1:D6,3,FALSE)', 35000], ['=MATCH("Markets",A1:A6,0)', 4], ['=MATCH("m*",A1:A6,0)', 4],
  ['=MATCH("None",A1:A6,0)', '#N/A'], ['=MATCH(25,{10,20,30},1)', 2], ['=MATCH(25,{30,20,10},-1)', 1], ['=INDEX(C2:C6,2)', 35000],
  ['=INDEX(A2:D6,4,1)', 'Rail'], ['=INDEX(C1:C6,MATCH("Rail",A1:A6,0))', 11000], ['=XLOOKUP("Rail",A2:A6,C2:C6)', 11000],
  ['=XLOOKUP("None",A2:A6,C2:C6,"no")', 'no'], ['=CHOOSE(2,"a","b","c")', 'b'], ['=CHOOSE(4,"a","b")', '#VALUE!'],
  ['=ROW()', 7], ['=COLUMN()', 1], ['=ROW(C5)', 5], ['=COLUMN(C5)', 3], ['=ROWS(A1:A6)', 6], ['=COLUMNS(A1:E1)', 5], ['=ADDRESS(2,3)', '$C$2'],
  // Conditions
  ['=IF(C2>5,"yes","no")', 'yes'], ['=IF(C2<5,"yes","no")', 'no'], ['=IF(FALSE,1)', false], ['=IFS(1>2,"a",2>1,"b")', 'b'],
  ['=IFERROR(1/0,"none")', 'none'], ['=IFERROR(5,"none")', 5], ['=IFNA(MATCH("x",A1:A6,0),0)', 0], ['=AND(1>0,2>1)', true], ['=AND(1>0,2<1)', false],
  ['=OR(1<0,2>1)', true], ['=NOT(TRUE)', false], ['=XOR(TRUE,TRUE)', false], ['=SWITCH(2,1,"a",2,"b","z")', 'b'], ['=SWITCH(9,1,"a","z")', 'z'],
  ['=TRUE', true], ['=FALSE()', false],
  // Numbers
  ['=ROUND(2.345,2)', 2.35], ['=ROUND(-2.5,0)', -3], ['=ROUND(1234,-2)', 1200], ['=ROUNDUP(2.1,0)', 3], ['=ROUNDDOWN(2.9,0)', 2], ['=INT(-1.5)', -2],
  ['=TRUNC(-1.5)', -1], ['=MOD(7,3)', 1], ['=MOD(-7,3)', 2], ['=ABS(-4)', 4], ['=SQRT(16)', 4], ['=SQRT(-1)', '#NUM!'], ['=POWER(2,8)', 256],
  ['=EXP(0)', 1], ['=LN(EXP(2))', 2], ['=LOG(100)', 2], ['=LOG(8,2)', 3], ['=LOG10(1000)', 3], ['=PI()', Math.PI], ['=SIGN(-3)', -1],
  ['=CEILING(2.1,1)', 3], ['=FLOOR(2.9,1)', 2], ['=MROUND(7,5)', 5], ['=EVEN(3)', 4], ['=ODD(2)', 3], ['=GCD(12,18)', 6], ['=LCM(4,6)', 12],
  ['=FACT(5)', 120], ['=COMBIN(5,2)', 10], ['=QUOTIENT(7,2)', 3], ['=SIN(0)', 0], ['=COS(0)', 1], ['=ROMAN(14)', 'XIV'], ['=DEC2HEX(255)', 'FF'],
  ['=HEX2DEC("FF")', 255], ['=BIN2DEC("101")', 5], ['=DEGREES(PI())', 180],
  // Text
  ['=LEN("sheet")', 5], ['=LEFT("sheet",2)', 'sh'], ['=RIGHT("sheet",2)', 'et'], ['=MID("sheet",2,3)', 'hee'], ['=UPPER("ab")', 'AB'],
  ['=LOWER("AB")', 'ab'], ['=PROPER("two words")', 'Two Words'], ['=TRIM("  a  b ")', 'a b'], ['=CONCATENATE("a","b")', 'ab'], ['=CONCAT("a",1)', 'a1'],
  ['=TEXTJOIN(", ",TRUE,A2:A4)', 'Ryokan, Temple, Markets'], ['=TEXTJOIN("-",FALSE,"a","","b")', 'a--b'], ['=SUBSTITUTE("aXbX","X","-")', 'a-b-'],
  ['=SUBSTITUTE("aXbX","X","-",2)', 'aXb-'], ['=REPLACE("abcd",2,2,"x")', 'axd'], ['=FIND("b","abc")', 2], ['=SEARCH("B","abc")', 2],
  ['=FIND("z","abc")', '#VALUE!'], ['=EXACT("a","A")', false], ['=REPT("ab",3)', 'ababab'], ['=VALUE("1,234.5")', 1234.5], ['=TEXT(1234.5,"#,##0.00")', '1,234.50'],
  ['=TEXT(0.256,"0.0%")', '25.6%'], ['=TEXT(DATE(2026,1,31),"yyyy-mm-dd")', '2026-01-31'], ['=CHAR(65)', 'A'], ['=CODE("A")', 65], ['=FIXED(2.345,1)', '2.3'],
  // Dates are day numbers
  ['=DATE(2026,11,22)', 46348], ['=YEAR(E2)', 2026], ['=MONTH(E2)', 10], ['=DAY(E2)', 2], ['=E3-E2', 43], ['=YEAR(DATE(2026,13,1))', 2027],
  ['=WEEKDAY(DATE(2026,11,22))', 1], ['=WEEKDAY(DATE(2026,11,22),2)', 7], ['=EDATE(DATE(2026,1,31),1)', 46081], ['=EDATE("2026-03-31",-1)', 46081],
  ['=EOMONTH(DATE(2026,2,3),0)', 46081], ['=DATEDIF(DATE(2025,1,1),DATE(2026,3,1),"m")', 14], ['=DAYS(DATE(2026,1,31),DATE(2026,1,1))', 30],
  ['=NETWORKDAYS(DATE(2026,11,16),DATE(2026,11,22))', 5], ['=WORKDAY(DATE(2026,11,20),1)', 46349], ['=ISOWEEKNUM(DATE(2026,1,1))', 1],
  ['=HOUR(0.5)', 12], ['=MINUTE(TIME(1,30,0))', 30], ['=DATEVALUE("2026-11-22")', 46348],
  // Money
  ['=PMT(0.05/12,360,200000)', -1073.6432460242], ['=FV(0.06/12,12,-100)', 1233.5562372799], ['=PV(0.08/12,240,500)', -59777.1458511878],
  ['=NPV(0.1,-10000,3000,4200,6800)', 1188.4434123352], ['=IRR({-70000,12000,15000,18000,21000})', -0.0212448482], ['=NPER(0.01,-100,1000)', 10.5886443],
  ['=RATE(48,-200,8000)', 0.0077014724882], ['=SLN(30000,7500,10)', 2250], ['=IPMT(0.1/12,1,36,8000)', -66.6666666667], ['=PPMT(0.1/12,1,24,2000)', -75.6231860084],
  // Questions
  ['=ISBLANK(Z1)', true], ['=ISBLANK(A1)', false], ['=ISNUMBER(C2)', true], ['=ISTEXT(A2)', true], ['=ISERROR(1/0)', true], ['=ISNA(NA())', true],
  ['=ISEVEN(4)', true], ['=ISODD(3)', true], ['=ISLOGICAL(TRUE)', true], ['=N(TRUE)', 1], ['=TYPE("a")', 2],
];
